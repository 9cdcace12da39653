/** Once what has changed so far is on the screen: two things that each redraw a whole list do not make one long frame. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}
