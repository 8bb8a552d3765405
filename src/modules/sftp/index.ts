/**
 * SFTP entry point: authenticates clients by key, shows each workspace only its own folders, and notifies the intake
 * of each complete file. It does not process files itself and contains no invoice logic.
 */
export { startSftp } from './start-sftp.ts';
