import { readdirSync, readFileSync } from 'node:fs';

/** Memory page size in bytes on every Linux platform for which Chromium is packaged. */
const PAGE = 4096;

/** Returns the private memory of a process in bytes; 0 if unavailable. */
export function memoryOf(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * PAGE;
  } catch {
    return 0;
  }
}

/**
 * Measures the private memory of a process group.
 *
 * @param searchEvery the list of group members is refreshed on the first and then on every `searchEvery`-th call: it
 *   requires reading all processes of the machine, and only the browser starts new ones
 * @returns a function that returns the memory in bytes; 0 if the system does not report it (Linux `/proc` only) or
 *   the processes have exited
 */
export function watchGroup(leader: number, searchEvery: number): () => number {
  let members: readonly number[] = [];
  let calls = 0;
  return () => {
    if (calls++ % searchEvery === 0) members = membersOf(leader);
    return members.reduce((bytes, pid) => bytes + memoryOf(pid), 0);
  };
}

/** Clock tick of the processor times in proc(5), in milliseconds. */
const TICK_MS = 10;

/** Processor time of a process, in milliseconds; null if unavailable. */
export function processorTimeOf(pid: number): number | null {
  const fields = fieldsOf(String(pid));
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time of the running processes of a group, in milliseconds; null if unavailable. */
export function processorTimeOfGroup(leader: number): number | null {
  const members = membersOf(leader);
  if (members.length === 0) return null;
  return members.reduce((sum, pid) => sum + (processorTimeOf(pid) ?? 0), 0);
}

function membersOf(leader: number): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name) && groupOf(name) === leader).map(Number);
}

function groupOf(pid: string): number | null {
  const fields = fieldsOf(pid);
  return fields === null ? null : Number(fields[2]);
}

/** Fields of `/proc/PID/stat` from the state on; null if the process has exited. */
function fieldsOf(pid: string): string[] | null {
  try {
    // "pid (command) state ppid pgrp …": the command may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
