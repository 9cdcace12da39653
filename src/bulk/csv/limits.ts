export const COLUMNS_MAX = 50;
/** What is kept of a cell. */
export const CELL_LENGTH_MAX = 1000;
/** More than every kept cell of a line together; a line beyond it is none. */
export const LINE_LENGTH_MAX = 128 * 1024;
