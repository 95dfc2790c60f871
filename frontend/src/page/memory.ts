/** What this browser remembers between visits. A browser that refuses to (private windows, policies) forgets quietly. */
export interface Memory {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

/** A memory that can say all that it holds. */
export interface WholeMemory extends Memory {
  keys(): string[];
}

const PREFIX = 'allranks.';

export function browserMemory(): WholeMemory {
  return {
    keys() {
      try {
        const names = Array.from(
          { length: localStorage.length },
          (_, index) => localStorage.key(index) ?? '',
        );
        return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
      } catch {
        return [];
      }
    },
    get(key) {
      try {
        return localStorage.getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) localStorage.removeItem(PREFIX + key);
        else localStorage.setItem(PREFIX + key, value);
      } catch (error) {
        console.warn('this browser did not keep what should be remembered', error);
      }
    },
  };
}

/** The learner's text of one exercise, and the starter that it was begun from. */
export interface Draft {
  readonly text: string;
  /** Null where the draft was kept by a page that did not remember it. */
  readonly began: string | null;
}

/** The drafts of all exercises. The whole starter is kept with each: an exercise that changed can show what it changed. */
export class Drafts {
  constructor(private readonly memory: Memory) {}

  read(place: string): Draft | null {
    const text = this.memory.get(`draft.${place}`);
    return text === null ? null : { text, began: this.memory.get(`began.${place}`) };
  }

  /** Kept until it equals the starter that it was begun from. */
  write(place: string, text: string, began: string): void {
    const same = text === began;
    this.memory.set(`draft.${place}`, same ? null : text);
    this.memory.set(`began.${place}`, same ? null : began);
  }
}
