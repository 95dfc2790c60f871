import { NO_ANSWERS, type ClaimAnswers } from '../lint/context';
import type { Capabilities, ExerciseSummary, ExerciseView } from '../protocol';
import type { Server } from '../socket/http';
import type { RunState } from '../run/state';
import type { ComparedWith } from './comparisons';
import type { Drafts } from './memory';
import { isOwnPlace, ownPlace } from './places';
import { formatRoute, parseRoute, SCRATCH, type Route } from './route';
import type { RunDesk } from './runs.svelte';
import { SCRATCHPAD } from './scratch';
import { TimeAxis } from './timeaxis.svelte';
import { Solutions } from './solutions.svelte';

/** The browser's address, so that specs can stand in for it. */
export interface Address {
  read(): string;
  /** `push` when the reader can come back with the browser's Back. */
  write(hash: string, how: 'push' | 'replace'): void;
}

/** What panels ask of the editor. */
export interface EditorDesk {
  goTo(line: number, column?: number): void;
  setDoc(text: string): void;
  focus(): void;
}

/** Which exercise is open, with its text, and what the server said about itself. */
export class Session {
  exercises = $state.raw<readonly ExerciseSummary[]>([]);
  capabilities = $state.raw<Capabilities | null>(null);
  /** Null until the server described the exercise that the address names. */
  exercise = $state.raw<ExerciseView | null>(null);
  /** What the learner sees in the editor. */
  text = $state('');
  /** The starter that the text was begun from, where the exercise has another by now. */
  outdated = $state.raw<string | null>(null);
  /** What the program is being compared with; null when it is not. */
  comparing = $state<ComparedWith | null>(null);
  /** What the linter says of the open exercise's claims about the text, while it is typed. */
  answers = $state.raw<ClaimAnswers>(NO_ANSWERS);
  /** Why something could not be loaded, with what to do. */
  trouble = $state<string | null>(null);
  /** Ray nodes of the scratchpad's next run. */
  nodes = $state(1);
  /** Null until the editor is on the page. */
  editor: EditorDesk | null = null;
  /** The seconds that curves and lanes are drawn on. */
  readonly axis = new TimeAxis(() => this.desk.run);
  readonly solutions: Solutions;
  private opening = 0;
  /** The run that was asked for here. */
  private ownRunId: string | null = null;

  constructor(
    readonly server: Server,
    readonly desk: RunDesk,
    private readonly drafts: Drafts,
    private readonly address: Address,
  ) {
    this.solutions = new Solutions(server);
  }

  /** Load what the address names. Called at start, when the address changed, and to try again. */
  async open(): Promise<void> {
    const turn = ++this.opening;
    this.trouble = null;
    try {
      const route = parseRoute(this.address.read()) ?? (await this.firstPlace());
      const exercise = await this.find(route.place);
      if (turn !== this.opening) return;
      if (exercise.id !== this.exercise?.id) {
        this.take(exercise);
        this.desk.clear();
      }
      if (exercise.id !== route.place) {
        this.address.write(formatRoute({ ...route, place: exercise.id }), 'replace');
      }
      this.desk.show(route.runId);
    } catch (error) {
      if (turn === this.opening) this.stay(error);
    }
  }

  /** What was asked for cannot be shown: say why, and let the address name what is on the page. */
  private stay(error: unknown): void {
    this.trouble = error instanceof Error ? error.message : String(error);
    if (!this.exercise) return;
    const route = { place: this.exercise.id, runId: this.desk.run?.runId ?? null };
    this.address.write(formatRoute(route), 'replace');
  }

  /** What the page can do without at first: the list for the picker and the server's capabilities. */
  async describe(): Promise<void> {
    try {
      [this.exercises, this.capabilities] = await Promise.all([
        this.server.exercises(),
        this.server.capabilities(),
      ]);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  /** Ray nodes of the next run. */
  get nodesOfRun(): number {
    return this.exercise?.id === SCRATCH ? this.nodes : (this.exercise?.nodes ?? 1);
  }

  go(place: string): void {
    this.address.write(formatRoute({ place, runId: null }), 'push');
    void this.open();
  }

  edit(text: string): void {
    this.text = text;
    if (!this.exercise) return;
    if (text === this.exercise.starter) this.outdated = null;
    this.drafts.write(this.exercise.id, text, this.outdated ?? this.exercise.starter);
  }

  /** The text stays as it is and counts as begun from the exercise's present starter. */
  keepDraft(): void {
    this.outdated = null;
    this.edit(this.text);
  }

  private take(exercise: ExerciseView): void {
    const draft = this.drafts.read(exercise.id);
    const changed = draft !== null && draft.began !== null && draft.began !== exercise.starter;
    this.exercise = exercise;
    this.outdated = changed ? draft.began : null;
    this.text = draft?.text ?? exercise.starter;
  }

  /** Whether the scratchpad can take `text` and nothing that was written there is lost. */
  scratchpadHolds(text: string): boolean {
    return [null, text].includes(this.drafts.read(SCRATCH)?.text ?? null);
  }

  /** Put a program into the scratchpad, open or not. */
  fillScratchpad(text: string): void {
    if (this.exercise?.id === SCRATCH) this.editor?.setDoc(text);
    this.drafts.write(SCRATCH, text, SCRATCHPAD.starter);
  }

  async run(): Promise<void> {
    const exercise = this.exercise;
    if (!exercise) return;
    const own = isOwnPlace(exercise.id);
    const nodes = exercise.id === SCRATCH ? this.nodes : 1;
    const runId = await this.desk.submit(own ? null : exercise.id, this.text, nodes);
    this.ownRunId = runId;
    if (runId !== null) this.address.write(formatRoute({ place: exercise.id, runId }), 'replace');
  }

  /** Whether the run is of the learner's program, and not one that somebody else's link shows. */
  isOwnRun(run: RunState): boolean {
    return run.runId === this.ownRunId || run.source === this.text;
  }

  private async find(place: string): Promise<ExerciseView> {
    if (!isOwnPlace(place)) return this.server.exercise(place);
    const own = ownPlace(place);
    if (!own) throw new Error(`There is no case “${place}”. Choose one in the list at the top.`);
    return own;
  }

  private async firstPlace(): Promise<Route> {
    const first = (await this.server.exercises())[0];
    const route = { place: first?.id ?? SCRATCH, runId: null };
    this.address.write(formatRoute(route), 'replace');
    return route;
  }
}
