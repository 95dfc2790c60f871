import { FormatClient } from './client';

/** The editor, as formatting needs it. */
export interface Formattable {
  getDoc(): string;
  /** Put the laid-out text in the place of the one that it was made of, as one step of Undo. */
  layOut(text: string): void;
}

/** Formats the program that is in the editor, and has the sentence about it. */
export class FormatDesk {
  /** What became of the last Format; null before it, and when the text has changed since. */
  notice = $state<string | null>(null);
  private turn = 0;

  constructor(private readonly client = new FormatClient()) {}

  async format(editor: Formattable): Promise<void> {
    const turn = ++this.turn;
    const source = editor.getDoc();
    this.notice = this.client.started ? 'Formatting.' : 'The formatter is loading. This happens once.';
    try {
      const formatted = await this.client.format(source);
      if (turn !== this.turn) return;
      if (formatted.kind === 'refused') this.notice = `Not formatted: ${formatted.why}.`;
      else if (editor.getDoc() !== source) this.notice = 'Not formatted: the text has changed meanwhile.';
      else {
        editor.layOut(formatted.text);
        this.notice = formatted.text === source ? 'Nothing to format.' : 'Formatted. Undo takes it back.';
      }
    } catch (error) {
      if (turn === this.turn) this.notice = error instanceof Error ? error.message : String(error);
    }
  }

  /** The text is another now: what was said of the last one is not true any more. */
  forget(): void {
    this.notice = null;
  }

  destroy(): void {
    this.turn += 1;
    this.client.destroy();
  }
}
