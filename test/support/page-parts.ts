import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** An alert in the list. */
export function rowOf(page: Page, alertId: string): Locator {
  return page.locator(`[data-row="${alertId}"]`);
}

/** The ids of the listed alerts, from top to bottom. */
export function listedIds(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row'))`,
  );
}

/** Something told in passing. */
export function toast(page: Page, text: string): Locator {
  return page.locator('[popover][role="status"]').getByText(text, { exact: true });
}

/** Opens the first menu of this name and chooses the entry. */
export async function chooseInMenu(page: Page, menu: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** What the browser saves when the link is followed. */
export async function download(page: Page, link: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path());
}

/** The text of each, without the space around it. */
export async function textsOf(locator: Locator): Promise<string[]> {
  return (await locator.allInnerTexts()).map((text) => text.trim().replaceAll(/\s+/g, ' '));
}

/** A status in a dialog that sets one; its name begins with it, an explanation follows. */
export function statusChoice(dialog: Locator, status: string): Locator {
  return dialog.getByRole('radio', { name: new RegExp(`^${status}`) });
}
