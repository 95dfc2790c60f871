import type { Memory } from './memory';

/** A program of somebody else in the editor. The reader's own draft is kept aside. */
export interface SharedProgram {
  readonly source: string;
  readonly from: 'link' | 'run' | 'recording';
}

/** What the reader made of a shared program: kept for a reload, of the newest one of each place. */
export class SharedEdits {
  constructor(private readonly memory: Memory) {}

  /** The reader's version of this very program, or the program. */
  read(place: string, source: string): string {
    const kept = this.memory.get(`shared.${place}`);
    if (kept === null) return source;
    try {
      const edits = JSON.parse(kept) as { source?: unknown; text?: unknown };
      return edits.source === source && typeof edits.text === 'string' ? edits.text : source;
    } catch {
      return source;
    }
  }

  write(place: string, source: string, text: string): void {
    this.memory.set(`shared.${place}`, text === source ? null : JSON.stringify({ source, text }));
  }
}
