/**
 * The record of participants that are watched: one check of all of them after another, what is known, what changed. It
 * asks nobody by itself, and never takes "unknown" for a change.
 */
export { makeRadars, type RadarParts, type Radars } from './make-radars.ts';
export {
  CHANGE_FIELDS,
  type Change,
  type HistoryEntry,
  type NewWatched,
  RADAR_STATUSES,
  type Radar,
  RECHECKS,
  type Recheck,
  type SliceId,
  type WatchedResult,
  type WatchedState,
} from './radar.ts';
export type { Look, Looked } from './slice-work.ts';
