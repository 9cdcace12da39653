import type { Command } from 'commander';
import { addExamples, EXAMPLE_ID } from './command-help.ts';
import { addDeliveryList } from './delivery/list.ts';
import { addDeliveryResend } from './delivery/resend.ts';
import { addDeliveryShow } from './delivery/show.ts';

export function addDeliveryCommands(program: Command): void {
  const delivery = program
    .command('delivery')
    .description("Deliveries: each alert on its way to each of its company's endpoints.");
  addDeliveryList(delivery);
  addDeliveryShow(delivery);
  addDeliveryResend(delivery);
  addExamples(
    delivery,
    `delivery list --company ${EXAMPLE_ID} --state failed --since 2d`,
    `delivery resend --company ${EXAMPLE_ID} --failed-since 2d`,
  );
}
