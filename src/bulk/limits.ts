/** D27, and what one company can have under way. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024;
export const ROWS_MAX = 250_000;
export const SELECTION_MAX = 1000;
export const UNFINISHED_MAX = 3;

/** Rows that are checked, or copied, with one statement. */
export const ROWS_PER_CHECK = 2000;
/** Rows that run in one transaction: short enough that an answer over the API hardly waits for it. */
export const ROWS_PER_BATCH = 500;
