interface Forms {
  readonly one: string;
  readonly other: string;
}

/** `count({ one: 'alert', other: 'alerts' })(1200)` is "1,200 alerts", by the language's own rules. */
export function createPlural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, { one, other }) => `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}
