import type { Formatted } from './formatting';

/** What the page asks of the format worker. */
export interface FormatCommand {
  readonly id: number;
  readonly source: string;
}

/** What it answers; `failed` is of the worker, which is of no more use. */
export type FormatReport =
  | { readonly kind: 'done'; readonly id: number; readonly formatted: Formatted }
  | { readonly kind: 'failed'; readonly reason: string };
