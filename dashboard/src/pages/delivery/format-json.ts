const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON without reading it, so that every digit stays as it was sent: 129.90 keeps its zero. */
export function formatJson(body: string): string {
  let depth = 0;
  const lineBreak = (): string => `\n${'  '.repeat(Math.max(0, depth))}`;
  const layOut = (token: string): string => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return token + lineBreak();
      case '}':
      case ']':
        depth -= 1;
        return lineBreak() + token;
      case ',':
        return token + lineBreak();
      case ':':
        return ': ';
      default:
        return token;
    }
  };
  return (body.match(TOKEN) ?? []).map(layOut).join('');
}
