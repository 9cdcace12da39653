import type { RowVerdict } from '../../rules/bulk-update.ts';
import type { CsvLocale } from '../../shapes/csv-line.ts';

/** What the API says itself is said in the API's words, in every language. */
type OwnVerdict = Exclude<
  RowVerdict,
  'not_found' | 'alert_expired' | 'deadline_passed' | 'already_definitive' | 'company_blocked'
>;

interface ResultTexts {
  readonly resultColumn: string;
  readonly messageColumn: string;
  readonly applied: string;
  /** Left when the update was cancelled. */
  readonly notRun: string;
  readonly verdicts: Readonly<Record<OwnVerdict, string>>;
}

export const RESULT_TEXTS: Readonly<Record<CsvLocale, ResultTexts>> = {
  en: {
    resultColumn: 'result',
    messageColumn: 'message',
    applied: 'The status was set',
    notRun: 'The update was cancelled before this line',
    verdicts: {
      will_apply: 'The status can be set',
      invalid_status: 'The status must be one of notfound, account_suspended, other',
      duplicate: 'An earlier line sets the same status for the same alert',
      conflicting: 'Several lines set different statuses for the same alert; none of them is applied',
      ambiguous: 'Both providers use this identifier; add a provider column or use our own id',
      damaged:
        'A spreadsheet seems to have changed the identifier; format the column as text and copy it again',
      invalid_provider: 'The provider must be provider_a_alerts or provider_b_rdr',
      missing_value: 'The alert or the status is missing',
    },
  },
  'pt-BR': {
    resultColumn: 'resultado',
    messageColumn: 'mensagem',
    applied: 'O status foi definido',
    notRun: 'A atualização foi cancelada antes desta linha',
    verdicts: {
      will_apply: 'O status pode ser definido',
      invalid_status: 'O status deve ser notfound, account_suspended ou other',
      duplicate: 'Uma linha anterior define o mesmo status para o mesmo alerta',
      conflicting: 'Várias linhas definem status diferentes para o mesmo alerta; nenhuma delas é aplicada',
      ambiguous: 'Os dois provedores usam este identificador; inclua a coluna provider ou use o nosso id',
      damaged:
        'Uma planilha parece ter alterado o identificador; formate a coluna como texto e copie de novo',
      invalid_provider: 'O provedor deve ser provider_a_alerts ou provider_b_rdr',
      missing_value: 'Falta o alerta ou o status',
    },
  },
};
