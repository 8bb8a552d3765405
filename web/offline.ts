export {};

declare const FILES: readonly string[];
declare const RELEASE: string;
void FILES;
void RELEASE;
