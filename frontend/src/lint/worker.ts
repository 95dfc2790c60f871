/** The lint worker: loads once, then lints one text after another. Its whole conversation is in messages.ts. */
import { bootLinter, type Linter } from './boot';
import type { WrittenContext } from './context';
import type { LintCommand, LintReport } from './messages';

let lint: Linter | null = null;

/** Nobody types for so long: then there is time to collect what lints have left. */
const IDLE_MILLISECONDS = 400;
let tidying: ReturnType<typeof setTimeout> | undefined;

function tell(report: LintReport): void {
  self.postMessage(report);
}

/** The last line says what was raised; the traceback above it goes to the console. */
function reasonOf(error: unknown): string {
  console.error(error);
  return (
    String(error instanceof Error ? error.message : error)
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  );
}

async function load(assetsUrl: string, interrupt: SharedArrayBuffer | null): Promise<void> {
  try {
    lint = await bootLinter(assetsUrl, interrupt, (loadedBytes, totalBytes) => {
      tell({ kind: 'progressed', loadedBytes, totalBytes });
    });
    tell({ kind: 'loaded' });
  } catch (error) {
    tell({ kind: 'failed', reason: reasonOf(error) });
  }
}

function answer(id: number, source: string, context: WrittenContext): void {
  try {
    const found = lint?.(source, context) ?? null;
    tell(found === null ? { kind: 'interrupted', id } : { kind: 'linted', id, ...found });
    tidying = setTimeout(() => lint?.tidy(), IDLE_MILLISECONDS);
  } catch (error) {
    tell({ kind: 'failed', reason: `The linter stopped: ${reasonOf(error)}` });
  }
}

self.onmessage = (event: MessageEvent<LintCommand>) => {
  const command = event.data;
  clearTimeout(tidying);
  if (command.kind === 'load') void load(command.assetsUrl, command.interrupt);
  else answer(command.id, command.source, command.context);
};
