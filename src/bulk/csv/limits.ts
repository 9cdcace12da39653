export const COLUMNS_MAX = 50;
/** What is kept of a cell. */
export const CELL_LENGTH_MAX = 1000;
/** More than all kept cells of a line together; anything longer is not a line. */
export const LINE_LENGTH_MAX = 128 * 1024;
