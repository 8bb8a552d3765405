/**
 * The SFTP door: lets clients in by key, shows each workspace its own folders and nothing else, and tells the intake of
 * each file that is whole. It takes no file by itself, and knows nothing of invoices.
 */
export { startSftp } from './start-sftp.ts';
