import type { answering as source } from '../en/answering.ts';
import { createPlural } from '../plural.ts';

const plural = createPlural('pt-BR');
const alertCount = (count: number): string => plural(count, { one: 'alerta', other: 'alertas' });

export const answering: typeof source = {
  setStatus: 'Definir status',
  setStatusOf: (what) => `Definir o status de ${what}`,
  choose: 'Status',
  explain: {
    notfound: 'A transação não foi encontrada nos seus registros.',
    account_suspended: 'A conta do cliente foi suspensa.',
    other: 'Qualquer outro desfecho.',
  },
  finality: {
    notfound: 'Definitivo.',
    account_suspended: 'Definitivo.',
    other: 'Ainda pode virar “Conta suspensa” depois.',
  },
  optionalNote:
    'O provedor B já fez o estorno automaticamente. O status serve apenas para a sua organização.',
  atOnce: 'Faltam menos de 5 minutos: um status definitivo sai na hora e não pode ser desfeito.',
  heldNote: 'Um status definitivo espera 5 segundos antes de sair, para que você possa desfazer.',
  held: (status) => `“${status}” será enviado`,
  heldShort: (seconds) => `Sai em ${seconds} s`,
  applied: (status) => `Status definido: ${status}`,
  takenBack: 'Desfeito; o alerta volta a aguardar resposta.',
  tooLate: 'Tarde demais: o status já foi enviado.',
  deadline: {
    now: 'Responder agora',
    left: (time) => `Restam ${time}`,
    passed: 'Prazo encerrado',
    expired: 'Expirado',
    answered: 'Respondido',
    autoRefunded: 'Estorno automático',
    optional: 'opcional',
    followUp: (time) => `Complemento até ${time}`,
    followUpLong: (time) => `Ainda pode virar “Conta suspensa” até ${time}.`,
    answerBy: (time) => `Responder até ${time}`,
    gone: 'Não aguarda mais',
  },
  bulk: {
    title: (count) => `Definir o status de ${alertCount(count)}`,
    check: 'Conferir',
    checking: 'Conferindo cada alerta. Nada foi gravado ainda.',
    summary: (rows, total) => `${rows} de ${alertCount(total)} receberão o status`,
    nothing: 'Nenhum destes alertas pode receber este status.',
    estimateNote: 'Nada é gravado antes da sua confirmação. Os prazos mais próximos vão primeiro.',
    apply: (count) => `Definir ${alertCount(count)}`,
    back: 'Escolher outro status',
    samples: 'Exemplos',
    moreRows: (count) => `e mais ${count}`,
    startsIn: (seconds) => `Começa em ${seconds} s`,
    running: (done, total) => `${done} de ${total} concluídos`,
    runningNote: 'Você pode fechar esta janela; o processamento continua em segundo plano.',
    progress: 'Progresso',
    stop: 'Parar',
    close: 'Fechar e deixar rodando',
    done: (count) => plural(count, { one: 'alerta atualizado', other: 'alertas atualizados' }),
    cancelled: (count) =>
      `Interrompido. ${plural(count, { one: 'alerta tinha sido atualizado', other: 'alertas tinham sido atualizados' })}.`,
    refused: (count) => plural(count, { one: 'alerta recusado', other: 'alertas recusados' }),
    skipped: (count) =>
      plural(count, { one: 'alerta descartado na conferência', other: 'alertas descartados na conferência' }),
    report: 'Abrir o relatório',
    result: 'Resultado em CSV',
    finished: (count) =>
      `Atualização em lote concluída: ${plural(count, { one: 'alerta atualizado', other: 'alertas atualizados' })}`,
  },
  verdicts: {
    will_apply: 'Será definido',
    not_found: 'Não encontrado',
    invalid_status: 'Status inválido',
    alert_expired: 'Bloqueado: expirado',
    deadline_passed: 'Bloqueado: fora do prazo',
    already_definitive: 'Bloqueado: já respondido',
    company_blocked: 'Empresa bloqueada',
    duplicate: 'Repetido',
    conflicting: 'Status contraditórios',
    ambiguous: 'Identificador ambíguo',
    damaged: 'Danificado por planilha',
    invalid_provider: 'Provedor inválido',
    missing_value: 'Valor ausente',
  },
};
