import {
  forEachDiagnostic,
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  type Diagnostic,
} from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { EditorView, type Command, type KeyBinding } from '@codemirror/view';
import type { LintClient, Problem } from '../lint/client';
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
  code.append(`${problem.code} ${problem.name}`);
  element.append(code);
  return element;
}

function toDiagnostic(doc: Text, problem: Problem): Diagnostic {
  return {
    ...rangeOf(doc, problem),
    severity: problem.severity,
    message: problem.message,
    renderMessage: () => renderMessage(problem),
  };
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
    { delay: LINT_DELAY },
  );
}

/** Go to a problem, which shows its message beside it, and say the message to a screen reader too. */
function announced(move: Command): Command {
  return (view) => {
    if (!move(view)) return false;
    const { from, to } = view.state.selection.main;
    const messages: string[] = [];
    forEachDiagnostic(view.state, (diagnostic, start, end) => {
      if (start === from && end === to) messages.push(diagnostic.message);
    });
    view.dispatch({ effects: EditorView.announce.of(messages.join(' ')) });
    return true;
  };
}

export const problemKeys: KeyBinding[] = [
  { key: 'F8', run: announced(nextDiagnostic), shift: announced(previousDiagnostic) },
];

export const problemGutter: Extension = lintGutter();
