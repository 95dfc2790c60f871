/** A place in a text: line from 1, column in code points from 0. */
export interface Asked {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

export interface Listed {
  /** How many characters before the cursor the names begin with. */
  readonly prefix: number;
  readonly names: readonly { readonly name: string; readonly kind: string }[];
}

/** What the page says of a name. Empty where nothing is said. */
export interface Said {
  readonly text: string;
  readonly rule: string;
  readonly page: string;
}

export type Described = Said & { readonly signature: string };

export type Call = Said & {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The parameter that comes next; -1 where none does. */
  readonly index: number;
};

/** What is asked, and what comes of it. */
export interface Answers {
  complete: { asked: Asked; answer: Listed };
  /** One of the names that were listed last. */
  describe: { asked: { readonly index: number }; answer: Described };
  hover: { asked: Asked; answer: Described | null };
  signature: { asked: Asked; answer: Call | null };
}

export type Kind = keyof Answers;

/** What the page asks of the completion worker. */
export type CompletionCommand =
  | { readonly kind: 'load'; readonly assetsUrl: string }
  | { [K in Kind]: { readonly kind: K; readonly id: number } & Answers[K]['asked'] }[Kind];

/** What it says. After `failed` it is of no more use. */
export type CompletionReport =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answered'; readonly id: number; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string };
