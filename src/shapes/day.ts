/** A day of the years 0001 to 9999, which is what PostgreSQL and ISO 8601 both know; `format: date` checks the calendar. */
export const DAY_PATTERN = '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$';
