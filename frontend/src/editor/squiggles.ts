import {
  forEachDiagnostic,
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  type Action,
  type Diagnostic,
} from '@codemirror/lint';
import { StateEffect, type Extension, type Text } from '@codemirror/state';
import { EditorView, type Command, type KeyBinding } from '@codemirror/view';
import type { LintClient, Problem } from '../lint/client';
import { rulePage } from '../lint/pages';
import { applyFix } from './fixes';
import { rangeOf } from './positions';

/** Quiet time after a key before the text is linted, in ms; with it a squiggle is there 150 ms after the last key. */
const LINT_DELAY = 40;

/** A sentence of the linter's as nodes: what stands in backquotes is code. */
function sentenceNodes(sentence: string): (string | HTMLElement)[] {
  return sentence.split(/`([^`]+)`/).map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement('code');
    code.append(part);
    return code;
  });
}

function renderMessage(problem: Problem): HTMLElement {
  const element = document.createElement('div');
  element.append(...sentenceNodes(problem.message));
  if (problem.todo !== '') {
    const todo = document.createElement('div');
    todo.className = 'cm-problemTodo';
    todo.append(...sentenceNodes(problem.todo));
    element.append(todo);
  }
  const code = document.createElement('div');
  code.className = 'cm-problemCode';
  code.append(problem.page === '' ? `${problem.code} ${problem.name}` : pageLink(problem));
  element.append(code);
  return element;
}

function pageLink(problem: Problem): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = rulePage(problem.page);
  link.target = '_blank';
  link.rel = 'noopener';
  link.append(`${problem.code} ${problem.name}`);
  link.title = 'What this rule is about, in a new tab';
  return link;
}

function toDiagnostic(doc: Text, problem: Problem): Diagnostic {
  return {
    ...rangeOf(doc, problem),
    severity: problem.severity,
    message: problem.message,
    renderMessage: () => renderMessage(problem),
    actions: actionsOf(doc, problem),
  };
}

function actionsOf(doc: Text, { fix }: Problem): Action[] {
  if (fix === null) return [];
  return [
    {
      name: fix.title,
      apply: (view) => {
        applyFix(view, fix, doc);
      },
    },
  ];
}

const lintAgainEffect = StateEffect.define();

/** Lint the text as it is once more, because what it is linted for has changed. */
export function lintAgain(view: EditorView): void {
  view.dispatch({ effects: lintAgainEffect.of(null) });
}

/**
 * Squiggles and gutter marks from `client`. CodeMirror drops an answer whose document is no longer the one on screen;
 * while the linter loads, the editor goes on without it.
 */
export function squiggles(client: LintClient): Extension {
  return linter(
    async (view) => {
      const { doc } = view.state;
      const problems = await client.lint(doc.toString());
      return problems === 'stale' ? [] : problems.map((problem) => toDiagnostic(doc, problem));
    },
    {
      delay: LINT_DELAY,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(lintAgainEffect))),
    },
  );
}

/** Go to a problem, which shows its message beside it, and say the message to a screen reader too. */
function announced(move: Command): Command {
  return (view) => {
    if (!move(view)) {
      view.dispatch({ effects: EditorView.announce.of('There is no problem to go to.') });
      return true;
    }
    const { from, to } = view.state.selection.main;
    const messages: string[] = [];
    forEachDiagnostic(view.state, ({ message, actions }, start, end) => {
      if (start !== from || end !== to) return;
      messages.push(message, ...(actions ?? []).map(({ name }) => `Alt+Enter: ${name}.`));
    });
    view.dispatch({ effects: EditorView.announce.of(messages.join(' ')) });
    return true;
  };
}

export const problemKeys: KeyBinding[] = [
  { key: 'F8', run: announced(nextDiagnostic), shift: announced(previousDiagnostic) },
];

export const problemGutter: Extension = lintGutter();
