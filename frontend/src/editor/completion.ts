import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import type { Completer } from '../completion/client';
import type { Asked, Described, Said } from '../completion/messages';
import { rulePage } from '../lint/pages';
import { hoverInfo } from './hover';
import { signatureHelp } from './signature';

/** Where an offset is, as Python counts: columns in code points. */
export function askedAt(state: EditorState, offset: number): Asked {
  const { from, number, text } = state.doc.lineAt(offset);
  const column = Array.from(text.slice(0, offset - from)).length;
  return { source: state.doc.toString(), line: number, column };
}

/** Our own sentence about a name, and a link to the page of its rule. */
export function saidNodes({ text, rule, page }: Said): HTMLElement[] {
  const nodes: HTMLElement[] = [];
  if (text !== '') {
    const sentence = document.createElement('p');
    sentence.append(text);
    nodes.push(sentence);
  }
  if (page !== '') {
    const link = document.createElement('a');
    link.href = rulePage(page);
    link.target = '_blank';
    link.rel = 'noopener';
    link.append(`More in ${rule}`);
    nodes.push(link);
  }
  return nodes;
}

export function describedNode(described: Described): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-described';
  const signature = document.createElement('code');
  signature.append(described.signature);
  element.append(signature, ...saidNodes(described));
  return element;
}

/** Kinds of names as CodeMirror has icons for them. */
const ICONS: Readonly<Record<string, string>> = {
  function: 'function',
  class: 'class',
  module: 'namespace',
  keyword: 'keyword',
  param: 'variable',
  property: 'property',
};

async function complete(completer: Completer, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  if (!explicit && !context.matchBefore(/[.\w]$/)) return null;
  // A number or a text is no name.
  if (!explicit && context.matchBefore(/(^|[^\w.])\d[\w.]*$/)) return null;
  if (context.tokenBefore(['String', 'FormatString', 'Comment'])) return null;
  completer.want(explicit ? 'key' : 'typing');
  const listed = await completer.ask('complete', askedAt(state, pos));
  if (!listed || context.aborted) return null;
  return {
    from: pos - listed.prefix,
    validFor: /^\w*$/,
    options: listed.names.map(({ name, kind }, index) => ({
      label: name,
      type: ICONS[kind] ?? 'variable',
      info: async () => {
        const described = await completer.ask('describe', { index });
        return described ? describedNode(described) : null;
      },
    })),
  };
}

/** Completion while typing, what a call takes, and what a name is; all of it waits until it is loaded. */
export function completion(completer: Completer): Extension {
  return [
    autocompletion({
      override: [(context) => complete(completer, context)],
      aboveCursor: false,
      icons: false,
    }),
    signatureHelp(completer),
    hoverInfo(completer),
  ];
}
