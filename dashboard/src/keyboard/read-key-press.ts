/** The key as shortcuts name it; undefined when it belongs to somebody else: a field, a dialog, the browser. */
export function readKeyPress(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined;
  const isMod = event.ctrlKey || event.metaKey;
  if (document.querySelector('dialog:modal') !== null) return undefined;
  if (isMod) return `Mod+${event.key.toLowerCase()}`;
  const { target } = event;
  if (target instanceof HTMLElement && isTyping(target)) return undefined;
  // Enter and Space press what has the focus.
  if ((event.key === 'Enter' || event.key === ' ') && isPressable(target)) return undefined;
  return event.key;
}

function isTyping(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(element.type);
  return element.isContentEditable || element.matches('textarea, select');
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('a, button, summary, input, [role="menuitem"]');
}
