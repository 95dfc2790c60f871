/** The completion worker: jedi over stubs of ray and torch. A worker of its own, so that no lint waits behind it. */
import { bootPython } from '../lint/python';
import type { CompletionCommand, CompletionReport } from './messages';

/** `allranks_completion.Answers`; each gives JSON. */
interface PythonAnswers {
  warm(): void;
  complete(source: string, line: number, column: number): string;
  describe(index: number): string;
  hover(source: string, line: number, column: number): string;
  signature(source: string, line: number, column: number): string;
}

let answers: PythonAnswers | null = null;

function tell(report: CompletionReport): void {
  self.postMessage(report);
}

async function load(assetsUrl: string): Promise<void> {
  const python = await bootPython(assetsUrl, 'completion', () => undefined);
  const { Answers } = python.pyimport('allranks_completion') as { Answers: () => PythonAnswers };
  answers = Answers();
  answers.warm();
  tell({ kind: 'loaded' });
}

function answer(python: PythonAnswers, command: Exclude<CompletionCommand, { kind: 'load' }>): string {
  if (command.kind === 'describe') return python.describe(command.index);
  return python[command.kind](command.source, command.line, command.column);
}

self.onmessage = async ({ data: command }: MessageEvent<CompletionCommand>) => {
  try {
    if (command.kind === 'load') await load(command.assetsUrl);
    else if (answers) tell({ kind: 'answered', id: command.id, json: answer(answers, command) });
  } catch (error) {
    console.warn('completion', error);
    // jedi may stumble over one half-written text; the next one is another.
    if (command.kind === 'load') tell({ kind: 'failed', reason: String(error) });
    else tell({ kind: 'answered', id: command.id, json: 'null' });
  }
};
