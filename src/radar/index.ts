/**
 * The record of participants that are watched: one check of all of them after another, what is known, what changed. It
 * asks nobody by itself, and never takes "unknown" for a change.
 */
export { makeRadars, type Radars } from './make-radars.ts';
export { CHANGE_FIELDS, type NewWatched, RADAR_STATUSES, RECHECKS } from './radar.ts';
