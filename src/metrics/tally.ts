import { Counter, type Registry } from 'prom-client';

interface Tallied<Key extends string> {
  readonly name: string;
  readonly help: string;
  /** All that can be counted, with its labels; told from the start, because what first appears as 1 raises no alarm. */
  readonly known: ReadonlyMap<Key, Readonly<Record<string, string>>>;
}

/** Counts in plain numbers and tells the library at each look: its own books cost it microseconds for each thing counted. */
export function tally<Key extends string>(
  registry: Registry,
  { name, help, known }: Tallied<Key>,
): (key: Key, times?: number) => void {
  const untold = new Map<Key, number>();
  const [example = {}] = known.values();
  const counter = new Counter({
    name,
    help,
    labelNames: Object.keys(example),
    registers: [registry],
    collect: () => {
      for (const [key, labels] of known) counter.inc(labels, untold.get(key) ?? 0);
      untold.clear();
    },
  });
  return (key, times = 1) => void untold.set(key, (untold.get(key) ?? 0) + times);
}

/** The values of one label, each with itself. */
export function labelled<Value extends string>(
  label: string,
  values: readonly Value[],
): ReadonlyMap<Value, Readonly<Record<string, string>>> {
  return new Map(values.map((value) => [value, { [label]: value }]));
}
