import type { Event, Fault, Refused } from '../protocol';

/** A fault that was not done, and why. It is said at the rank where it was asked for. */
export interface RefusedFault {
  readonly fault: Fault;
  readonly why: string;
}

/** The fault that was asked for on this page, until the run or the server says what became of it. */
export class AskedFault {
  refused = $state.raw<RefusedFault | null>(null);
  /** Asked for, and nothing heard of it. */
  private waiting: Fault | null = null;

  /** `send` says whether there was a connection to send it over. */
  constructor(private readonly send: (runId: string, fault: Fault) => boolean) {}

  ask(runId: string, fault: Fault): void {
    this.refused = null;
    if (this.send(runId, fault)) this.waiting = fault;
    else this.refused = { fault, why: 'The server is not connected. Nothing was done; try again.' };
  }

  /** An event of the run may be what came of it. */
  hear(event: Event): void {
    if (event.kind !== 'fault_injected' && event.kind !== 'fault_failed') return;
    const { rank, action } = event;
    if (event.by === 'plan' || this.waiting?.rank !== rank || this.waiting.action !== action) return;
    if (event.kind === 'fault_failed') {
      this.refused = { fault: this.waiting, why: `Not done: ${event.reason}.` };
    }
    this.waiting = null;
  }

  /** The server refused something of this run. Whether that was the fault. */
  refuse({ came, expected, todo }: Refused): boolean {
    if (this.waiting === null) return false;
    const why = `Not done: got ${came}; expected ${expected}. What to do: ${todo}.`;
    this.refused = { fault: this.waiting, why };
    this.waiting = null;
    return true;
  }

  /** The run leaves the page, and what was asked of it. */
  drop(): void {
    this.waiting = null;
    this.refused = null;
  }
}
