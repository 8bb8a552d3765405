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
 * The memory that a process and the processes of its group have for themselves alone, in bytes. Zero where the system
 * does not tell (it is read from Linux's /proc), or when the process is gone.
 */
export function memoryOfGroup(leader: number): number {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return 0;
  }
  let bytes = 0;
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // "pid (command) state ppid pgrp …": the command may have spaces and brackets.
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== leader) continue;
      bytes += memoryOf(Number(name));
    } catch {
      // Ended while it was looked at.
    }
  }
  return bytes;
}
