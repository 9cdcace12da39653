/** What only one process does at a time. Any fixed numbers; all processes of the service agree on them. */
export const ADVISORY_LOCKS = {
  migrations: 7_204_531,
  tallies: 7_204_532,
  partitions: 7_204_533,
  retention: 7_204_534,
} as const;
