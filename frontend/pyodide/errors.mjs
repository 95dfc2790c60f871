/** What the person who builds can mend; its message is one sentence and is shown without a stack. */
export class BuildError extends Error {}
