type Moment = string | number | Date;

export interface Format {
  readonly number: (value: number) => string;
  /** 0.973 → 97.3 % */
  readonly percent: (ratio: number) => string;
  /** With at least the decimals that were sent; no digit is lost to floating point. */
  readonly money: (amount: string, currency: string) => string;
  /** 15 Nov 2026, 14:05, in the browser's time zone. */
  readonly dateTime: (moment: Moment) => string;
  /** With seconds and zone, for tooltips and logs. */
  readonly exactTime: (moment: Moment) => string;
  readonly date: (moment: Moment) => string;
  readonly time: (moment: Moment) => string;
  /** 14:05:09 */
  readonly clock: (moment: Moment) => string;
  /** 15 Nov, in the browser's time zone. */
  readonly shortDate: (moment: Moment) => string;
  /** A calendar day YYYY-MM-DD, which belongs to no time zone. */
  readonly day: (day: string) => string;
  readonly shortDay: (day: string) => string;
  /** 5 h 12 min; at most two units. */
  readonly duration: (ms: number) => string;
  /** 84 ms, 1.2 s */
  readonly latency: (ms: number) => string;
  /** in 3 hours, 5 minutes ago */
  readonly relative: (moment: Moment, nowMs: number) => string;
  readonly bytes: (bytes: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;
const SECONDS = UNITS[3];

export function createFormat(language: string): Format {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const list = new Intl.ListFormat(language);
  return {
    ...numberFormats(language),
    ...dateFormats(language),
    duration: (ms) => formatDuration(language, ms),
    relative: (moment, nowMs) => {
      const distance = new Date(moment).getTime() - nowMs;
      // The page's clock may stand still for a minute, so that seconds would be false.
      const [unit, size] = UNITS.find(([, unitMs]) => Math.abs(distance) >= unitMs) ?? SECONDS;
      return unit === 'second'
        ? relative.format(0, unit)
        : relative.format(Math.trunc(distance / size), unit);
    },
    list: (items) => list.format(items),
  };
}

function numberFormats(language: string): Pick<Format, 'number' | 'percent' | 'money' | 'latency' | 'bytes'> {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const unit = (name: string, digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    });
  const [milliseconds, seconds] = [unit('millisecond', 0), unit('second', 1)];
  const [kilobytes, megabytes] = [unit('kilobyte', 0), unit('megabyte', 1)];
  return {
    number: (value) => number.format(value),
    percent: (ratio) => percent.format(ratio),
    money: createMoney(language),
    latency: (ms) => (ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000)),
    bytes: (bytes) =>
      bytes < 1e6 ? kilobytes.format(Math.ceil(bytes / 1000)) : megabytes.format(bytes / 1e6),
  };
}

function createMoney(language: string): Format['money'] {
  const formats = new Map<string, Intl.NumberFormat>();
  return (amount, currency) => {
    const decimals = amount.split('.')[1]?.length ?? 0;
    const key = `${currency} ${decimals}`;
    const format = formats.get(key) ?? moneyFormat(language, currency, decimals);
    formats.set(key, format);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decimal digits as the provider sent them
    return format.format(amount as `${number}`);
  };
}

function moneyFormat(language: string, currency: string, decimals: number): Intl.NumberFormat {
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency });
  const digits = usual.resolvedOptions().maximumFractionDigits ?? 2;
  return decimals <= digits
    ? usual
    : new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: decimals });
}

function dateFormats(
  language: string,
): Pick<Format, 'dateTime' | 'exactTime' | 'date' | 'time' | 'clock' | 'shortDate' | 'day' | 'shortDay'> {
  const make = (options: Intl.DateTimeFormatOptions): ((moment: Moment) => string) => {
    const format = new Intl.DateTimeFormat(language, options);
    return (moment) => format.format(new Date(moment));
  };
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return {
    dateTime: make({ ...date, ...clock }),
    exactTime: make({ ...date, ...clock, second: '2-digit', timeZoneName: 'short' }),
    date: make(date),
    time: make(clock),
    clock: make({ ...clock, second: '2-digit' }),
    shortDate: make({ day: 'numeric', month: 'short' }),
    day: make({ ...date, timeZone: 'UTC' }),
    shortDay: make({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
  };
}

function formatDuration(language: string, ms: number): string {
  const largest = UNITS.findIndex(([, unitMs]) => Math.abs(ms) >= unitMs);
  const from = largest === -1 ? UNITS.length - 1 : largest;
  let rest = Math.abs(ms);
  const parts = UNITS.slice(from, from + 2).map(([unit, unitMs]) => {
    const amount = Math.floor(rest / unitMs);
    rest -= amount * unitMs;
    return { unit, amount };
  });
  return parts
    .filter(({ amount }, position) => amount > 0 || position === 0)
    .map(({ unit, amount }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join(' ');
}
