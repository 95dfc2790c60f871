import type { ExerciseView } from '../protocol';
import { SCRATCH } from './route';
import starter from './scratch_starter.py?raw';

/** The scratchpad in the shape of an exercise: no checks, no hints, any program. */
export const SCRATCHPAD: ExerciseView = {
  id: SCRATCH,
  title: 'Scratchpad',
  summary: 'Any Ray Train program',
  file_name: 'scratch.py',
  task: `Run any Ray Train program. What is here is a start: four ranks fit a sine and report their loss at each step.

- Every number given to \`train.report\` can be charted, one line a rank.
- \`print\` is streamed from each rank and from the driver.
- \`ray.init(...)\`, \`ray.shutdown()\`, \`verify()\` and \`if __name__ == "__main__":\` work as they do in a terminal.
  What the playground changed is said in the log.

Your text is kept in this browser.`,
  starter,
  hints: [],
  further: [],
  faults_allowed: true,
  nodes: 1,
  checks: [],
};
