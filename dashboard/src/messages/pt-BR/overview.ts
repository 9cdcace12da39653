import type { overview as source } from '../en/overview.ts';
import { createPlural } from '../plural.ts';

const plural = createPlural('pt-BR');

export const overview: typeof source = {
  title: 'Visão geral',
  period: 'Período',
  days: (days) => `${days} dias`,
  lastDays: (days) => `Últimos ${days} dias`,
  due: {
    title: 'Aguardando sua resposta',
    within: (hours) => `Vencem em até ${hours} h`,
    alertsWord: (count) => (count < 2 ? 'alerta' : 'alertas'),
    noAmount: 'Nenhum valor em risco',
  },
  answered: {
    title: 'Respondidos no prazo',
    none: 'Nenhum alerta do provedor A teve desfecho neste período.',
    ofTotal: (inTime, total) =>
      `${inTime} de ${plural(total, { one: 'alerta do provedor A', other: 'alertas do provedor A' })}`,
    expired: (count) => plural(count, { one: 'expirado', other: 'expirados' }),
    median: 'Mediana do tempo de resposta',
    noMedian: 'sem respostas ainda',
  },
  outcomes: {
    title: 'Desfechos por dia',
    description: 'Como terminaram os alertas do provedor A; dias em UTC.',
    summary: (total, days) => `${total} desfechos em ${days} dias, empilhados por dia.`,
    table: 'Mostrar como tabela',
    day: 'Dia',
    total: 'Total',
    receivedA: 'Recebidos do provedor A',
    receivedB: 'Recebidos do provedor B',
    none: 'Nenhum desfecho neste período.',
  },
  response: {
    title: 'Tempo de resposta',
    description: (hours) => `Quanto tempo as respostas levaram, até o prazo de ${hours} h.`,
    summary: (total) => `${total} respostas, por horas após o recebimento.`,
    hourOf: (from, to) => `${from}–${to} h`,
    answers: 'Respostas',
    hours: 'Horas após o recebimento',
    deadline: (hours) => `prazo de ${hours} h`,
    median: 'mediana',
    none: 'Nenhuma resposta neste período.',
  },
  webhooks: {
    title: 'Webhooks',
    endpoints: (count) => plural(count, { one: 'endpoint', other: 'endpoints' }),
    noEndpoint: 'Nenhum endpoint configurado: os alertas ficam só no painel.',
    add: 'Adicionar',
    healthy: 'Normal',
    failing: 'Com falhas',
    paused: (count) => plural(count, { one: 'pausado', other: 'pausados' }),
    delivered: 'Entregues, 24 h',
    failed: 'Falhas, 24 h',
    waiting: 'Aguardando',
    latency: 'Latência mediana',
    seeFailed: 'Ver entregas com falha',
    seeAll: 'Ver entregas',
  },
  forwards: {
    title: 'Respostas ao provedor A',
    healthy: 'Normal',
    problems: 'Requer atenção',
    queued: 'A caminho',
    refused: 'Recusadas, 24 h',
    tooLate: 'Fora do prazo, 24 h',
    note: 'O provedor A confirma cada resposta; o recibo fica na linha do tempo do alerta.',
  },
};
