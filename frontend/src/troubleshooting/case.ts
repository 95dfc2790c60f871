/** One thing that goes wrong, as a program that shows it and one that does not. */
export interface TroubleCase {
  readonly id: string;
  readonly order: number;
  /** Ids of the diagnoses that it shows. */
  readonly causes: readonly string[];
  readonly title: string;
  readonly summary: string;
  /** Markdown: the symptom, what one will see, why, and how to mend it. */
  readonly text: string;
  readonly broken: string;
  readonly mended: string;
}

/** Which of its programs a text is; `changed` is the reader's own. */
export type Variant = 'broken' | 'mended' | 'changed';

const FORM = /^order: (\d+)\ncauses: (\S+)\n\n# (.+)\n\n(.+)\n\n([^]+)$/;

/**
 * Read a case's folder: `case.md` begins with `order: <number>` and `causes: <id>,<id>`, its title as a heading and one line of summary.
 *
 * Throws when it does not, which the spec over all folders finds before a reader does.
 */
export function readCase(id: string, markdown: string, broken: string, mended: string): TroubleCase {
  const found = FORM.exec(markdown);
  if (!found)
    throw new Error(
      `${id}/case.md needs "order: 1", "causes: a,b", "# title", a line of summary and a text, with empty lines between`,
    );
  const [, order, causes = '', title = '', summary = '', text = ''] = found;
  return { id, order: Number(order), causes: causes.split(','), title, summary, text, broken, mended };
}

export function variantOf(trouble: TroubleCase, text: string): Variant {
  if (text === trouble.broken) return 'broken';
  return text === trouble.mended ? 'mended' : 'changed';
}
