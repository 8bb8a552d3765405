import { readdirSync, readFileSync } from 'node:fs';

/** Bytes of a page of memory on every Linux that the packaged Chromium runs on. */
const PAGE = 4096;

/** The memory that a process has for itself alone, in bytes; zero as below. */
export function memoryOf(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * PAGE;
  } catch {
    return 0;
  }
}

/**
 * Watches the memory that a process and the processes of its group have for themselves alone.
 *
 * @param searchEvery the group's members are looked for at the first call and every so many calls: that reads of every
 *   process of the machine, and only the browser starts new ones
 * @returns asks for it, in bytes: zero where the system does not tell (it is read from Linux's /proc), or when they are gone
 */
export function watchGroup(leader: number, searchEvery: number): () => number {
  let members: readonly number[] = [];
  let calls = 0;
  return () => {
    if (calls++ % searchEvery === 0) members = membersOf(leader);
    return members.reduce((bytes, pid) => bytes + memoryOf(pid), 0);
  };
}

/** A tick of the processor times in proc(5), in milliseconds. */
const TICK_MS = 10;

/** Processor time that a process has used, in milliseconds; null where the system does not report it. */
export function processorTimeOf(pid: number): number | null {
  const fields = fieldsOf(String(pid));
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time that the running processes of a group have used, in milliseconds; null where the system does not report it. */
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

/** The fields of `stat` from the state on; null for a process that has just ended. */
function fieldsOf(pid: string): string[] | null {
  try {
    // "pid (command) state ppid pgrp …": the command may have spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
