import type { Activity } from '../run/timespent';

/** How one activity is drawn in a bar: a token of `tokens.css`, and a pattern so that colour is not all. */
export interface ActivityStyle {
  readonly property: string;
  readonly pattern: 'solid' | 'hatched' | 'dotted';
}

/** What waits for others is amber, what computes is blue or green, storage is violet and data is indigo, as elsewhere. */
export const ACTIVITY_STYLES: Readonly<Record<Activity, ActivityStyle>> = {
  data: { property: '--area-data', pattern: 'solid' },
  forward: { property: '--area-accent', pattern: 'solid' },
  backward: { property: '--area-passed', pattern: 'solid' },
  collective: { property: '--area-waiting', pattern: 'solid' },
  report: { property: '--area-waiting', pattern: 'hatched' },
  serialise: { property: '--area-storage', pattern: 'hatched' },
  checkpoint: { property: '--area-storage', pattern: 'solid' },
  loop: { property: '--area-other', pattern: 'solid' },
  starting: { property: '--area-other', pattern: 'dotted' },
  process_group: { property: '--area-other', pattern: 'hatched' },
  returned: { property: '--border', pattern: 'solid' },
  raised: { property: '--area-failed', pattern: 'solid' },
};

/** The CSS background of an activity, for a bar's part and for its square in the legend. */
export function activityBackground(activity: Activity): string {
  const { property, pattern } = ACTIVITY_STYLES[activity];
  const colour = `var(${property})`;
  switch (pattern) {
    case 'solid':
      return colour;
    case 'hatched':
      return `repeating-linear-gradient(135deg, ${colour} 0 3px, transparent 3px 6px)`;
    case 'dotted':
      return `radial-gradient(${colour} 1px, transparent 1.5px) 0 0 / 5px 5px`;
  }
}
