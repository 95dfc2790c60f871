/** The format worker: loads Ruff with the first text, so that the page pays for it when it is wanted, and off its thread. */
import loadRuff from '@astral-sh/ruff-wasm-web';
import { createFormatter, type Formatted } from './formatting';
import type { FormatCommand, FormatReport } from './messages';

const formatter: Promise<(source: string) => Formatted> = loadRuff().then(createFormatter);

function tell(report: FormatReport): void {
  self.postMessage(report);
}

self.onmessage = async ({ data: { id, source } }: MessageEvent<FormatCommand>) => {
  try {
    const format = await formatter;
    tell({ kind: 'done', id, formatted: format(source) });
  } catch (error) {
    console.error(error);
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
};
