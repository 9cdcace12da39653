import type { Sql } from '../../src/store/connect.ts';

/**
 * Makes what a person of this company can take back wait ten minutes longer: on a busy machine the five seconds are
 * over before a page is drawn. A test ends the waiting itself.
 */
export async function giveTimeToThink(sql: Sql, companyId: string): Promise<void> {
  const name = `later_${companyId.replaceAll('-', '')}`;
  await sql.unsafe(`
    create function ${name}_answer() returns trigger language plpgsql as $$
      begin new.apply_at := new.apply_at + interval '10 minutes'; return new; end $$;
    create trigger ${name} before insert on held_answers for each row
      when (new.company_id = '${companyId}') execute function ${name}_answer();
    create function ${name}_update() returns trigger language plpgsql as $$
      begin new.start_at := new.start_at + interval '10 minutes'; return new; end $$;
    create trigger ${name} before update on bulk_updates for each row
      when (new.company_id = '${companyId}' and old.state = 'ready' and new.state = 'running')
      execute function ${name}_update();`);
}

/** Ends the waiting of the company's started updates. */
export async function startBulkUpdatesNow(sql: Sql, companyId: string): Promise<void> {
  await sql`
    update bulk_updates set start_at = clock_timestamp() where company_id = ${companyId} and state = 'running'`;
}
