import type { Memory } from './memory';

/** How the learner wants to write. */
export class Writing {
  /** A plain text field in the editor's place, which every screen reader knows. */
  plain = $state(false);

  constructor(private readonly memory: Memory) {
    this.plain = memory.get('plain') === 'yes';
  }

  setPlain(plain: boolean): void {
    this.plain = plain;
    this.memory.set('plain', plain ? 'yes' : null);
  }
}
