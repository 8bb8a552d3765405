/** Header line of a backup with one table of one column. */
export const backupHead = (sequences: readonly { name: string; value: string; called: boolean }[] = []) => ({
  backup: 1,
  made_at: '2027-01-01T00:00:00.000Z',
  service: '1',
  head: {
    server: '18.4',
    migrations: [{ name: '0001_platform.sql', digest: 'd' }],
    tables: [{ name: 'documents', columns: [{ name: 'id', type: 'uuid' }] }],
    sequences,
  },
});
