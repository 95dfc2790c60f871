import { NO_ANSWERS, type ClaimAnswers } from '../lint/context';
import type { Capabilities, ExerciseSummary, ExerciseView } from '../protocol';
import type { Server } from '../socket/http';
import type { RunState } from '../run/state';
import type { ComparedWith } from './comparisons';
import type { Drafts } from './memory';
import { isOwnPlace, ownPlace } from './places';
import { SCRATCHPAD } from './scratch';
import { Spotlight } from './spotlight.svelte';
import { TimeAxis } from './timeaxis.svelte';
import { Solutions } from './solutions.svelte';
import { formatRoute, parseRoute, RUNS, SCRATCH, type Route } from './route';
import type { RunDesk } from './runs.svelte';
import { Left, WatchRefused } from './watching';
import { unpackProgram } from '../share/link';
import { Replays } from './replays.svelte';
import type { SharedEdits, SharedProgram } from './shared';

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
  format(): void;
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
  /** No server answers, and what is on the page are the files beside it. */
  offline = $state(false);
  /** Somebody else's program in the editor; null while it is the reader's own. */
  shared = $state.raw<SharedProgram | null>(null);
  /** Ray nodes of the scratchpad's next run. */
  nodes = $state(1);
  /** Null until the editor is on the page. */
  editor: EditorDesk | null = null;
  /** The seconds that curves and lanes are drawn on. */
  readonly axis = new TimeAxis(() => this.desk.drawn);
  readonly solutions: Solutions;
  readonly replays = new Replays(this);
  /** How often somebody asked to see a run that was not started here; where one place fits the page it is that of the run. */
  runsAskedFor = $state(0);
  /** Where on the screen somebody asked to be led. */
  readonly spotlight = new Spotlight(this.axis);
  private opening = 0;
  /** The run that was asked for here. */
  private ownRunId: string | null = null;

  constructor(
    readonly server: Server,
    readonly desk: RunDesk,
    private readonly drafts: Drafts,
    readonly address: Address,
    private readonly sharedEdits: SharedEdits,
  ) {
    this.solutions = new Solutions(server);
  }

  /** Load what the address names. Called at start, when the address changed, and to try again. */
  async open(): Promise<void> {
    const turn = ++this.opening;
    this.trouble = null;
    try {
      const route = parseRoute(this.address.read()) ?? (await this.firstPlace());
      // Not waited for: a run may come long after everything else on the page.
      if (route.place === RUNS) void this.openRun(route.runId ?? '', turn);
      else await this.openPlace(route, turn);
    } catch (error) {
      if (turn === this.opening) this.stay(error);
    }
  }

  private async openPlace(route: Route, turn: number): Promise<void> {
    const exercise = await this.find(route.place);
    if (turn !== this.opening) return;
    const known = exercise.id === this.exercise?.id;
    if (!known || (this.shared !== null && route.runId === null && route.code === undefined)) {
      this.begin(exercise, null);
    }
    if (!known) this.desk.clear();
    if (route.code !== undefined) {
      const source = await unpackProgram(route.code);
      if (turn !== this.opening) return;
      this.begin(exercise, { source, from: 'link' });
    } else if (exercise.id !== route.place) {
      this.address.write(formatRoute({ ...route, place: exercise.id }), 'replace');
    }
    this.desk.show(route.runId);
    await this.replays.offer();
  }

  /** Watch somebody's run, beside the exercise that it is of. */
  private async openRun(runId: string, turn: number): Promise<void> {
    try {
      const run = await this.desk.watch(runId);
      const exercise = await this.placeOf(run.exerciseId);
      if (turn !== this.opening) return;
      this.begin(exercise, { source: run.source ?? '', from: 'run' });
      this.runsAskedFor += 1;
    } catch (error) {
      if (turn !== this.opening || error instanceof Left) return;
      if (!this.exercise) this.begin(await this.find(SCRATCH), null);
      this.trouble =
        error instanceof WatchRefused
          ? `This server knows no run “${runId}”. The link may be damaged, or of another server. Copy it again where the run was made.`
          : said(error);
    }
  }

  /** The exercise of a run, or the scratchpad where there is none of this name any more. */
  async placeOf(exerciseId: string | null): Promise<ExerciseView> {
    const scratch = await this.find(SCRATCH);
    return exerciseId === null ? scratch : this.find(exerciseId).catch(() => scratch);
  }

  /** Put an exercise on the page with the reader's own text, or with a program of somebody else. */
  begin(exercise: ExerciseView, shared: SharedProgram | null): void {
    const draft = this.drafts.read(exercise.id);
    const own = draft?.text ?? exercise.starter;
    this.shared = shared?.source === own ? null : shared;
    const began = this.shared ? null : (draft?.began ?? null);
    this.outdated = began === exercise.starter ? null : began;
    this.text = this.shared ? this.sharedEdits.read(exercise.id, this.shared.source) : own;
    if (exercise.id === this.exercise?.id) this.editor?.setDoc(this.text);
    this.exercise = exercise;
  }

  /** Leave the program of somebody else for the reader's own. */
  backToOwn(): void {
    if (!this.exercise) return;
    const { from } = this.shared ?? {};
    this.begin(this.exercise, null);
    if (from === 'link') this.address.write(formatRoute({ place: this.exercise.id, runId: null }), 'push');
  }

  /** Make the program of somebody else the reader's own draft. */
  keepShared(): void {
    if (!this.exercise) return;
    const { from } = this.shared ?? {};
    this.shared = null;
    this.edit(this.text);
    if (from === 'link') this.address.write(formatRoute({ place: this.exercise.id, runId: null }), 'replace');
  }

  /** Whether there is a draft that `keepShared` would replace. */
  get hasDraft(): boolean {
    return this.exercise !== null && this.drafts.read(this.exercise.id) !== null;
  }

  /** What was asked for cannot be shown: say why, and let the address name what is on the page. */
  private stay(error: unknown): void {
    this.trouble = said(error);
    if (!this.exercise) return;
    const route = { place: this.exercise.id, runId: this.desk.run?.runId ?? null };
    this.address.write(formatRoute(route), 'replace');
  }

  /** What the page can do without at first: the list for the picker and the server's capabilities. */
  async describe(): Promise<void> {
    try {
      this.exercises = await this.server.exercises();
      this.capabilities = await this.server.capabilities();
      this.offline = false;
    } catch (error) {
      this.offline = this.exercises.length > 0 && this.server.away;
      if (!this.offline) this.trouble = said(error);
    }
    await this.replays.list();
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
    if (this.shared) {
      this.sharedEdits.write(this.exercise.id, this.shared.source, text);
      return;
    }
    if (text === this.exercise.starter) this.outdated = null;
    this.drafts.write(this.exercise.id, text, this.outdated ?? this.exercise.starter);
  }

  /** The text stays as it is and counts as begun from the exercise's present starter. */
  keepDraft(): void {
    this.outdated = null;
    this.edit(this.text);
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

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
