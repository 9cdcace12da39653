/** Those that a command line names, in their own order, or all when it names none. A wrong name ends the run with the right ones. */
export function pickNamed<Item>(
  kind: string,
  items: Readonly<Record<string, Item>>,
  names: readonly string[],
): [name: string, item: Item][] {
  const unknown = names.filter((name) => !(name in items));
  if (unknown.length > 0) {
    console.error(`No such ${kind}: ${unknown.join(', ')}. There are: ${Object.keys(items).join(', ')}`);
    process.exit(1);
  }
  return Object.entries(items).filter(([name]) => names.length === 0 || names.includes(name));
}
