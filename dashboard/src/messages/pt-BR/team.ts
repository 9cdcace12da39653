import type { team as source } from '../en/team.ts';
import { createPlural } from '../plural.ts';

const plural = createPlural('pt-BR');

export const team: typeof source = {
  title: 'Equipe',
  description: 'Quem trabalha aqui pela sua empresa, e o que cada um pode fazer.',
  invite: 'Convidar',
  members: 'Membros',
  membersLabel: 'Membros da equipe',
  email: 'E-mail',
  role: 'Perfil',
  totp: 'Duas etapas',
  totpOn: 'Ativada',
  totpOff: 'Desativada',
  lastSeen: 'Último acesso',
  joined: 'Desde',
  you: 'Você',
  actionsOf: (email) => `Ações de ${email}`,
  changeRole: 'Mudar o perfil …',
  resetTotp: 'Redefinir as duas etapas …',
  remove: 'Remover …',
  ownRole: 'Ninguém muda o próprio perfil.',
  ownRemoval: 'Ninguém remove a si mesmo.',
  noTotp: 'Não usa as duas etapas.',
  ownTotp: 'Mude a sua na página da conta.',
  roleHints: {
    owner: 'Tudo: alertas, webhooks, credenciais, equipe e auditoria.',
    analyst: 'Responde alertas, envia arquivos e reenvia entregas.',
    viewer: 'Consulta tudo e não altera nada.',
  },
  invitations: {
    title: 'Convites em aberto',
    label: 'Convites em aberto',
    by: 'Convidado por',
    expires: 'Válido até',
    none: 'Ninguém está convidado no momento.',
    revoke: 'Cancelar',
    revokeOf: (email) => `Cancelar o convite de ${email}`,
    revoked: 'O convite foi cancelado; o link não funciona mais.',
  },
  inviteDialog: {
    title: 'Convidar alguém',
    email: 'E-mail',
    role: 'Perfil',
    submit: 'Convidar',
  },
  invited: {
    title: 'Convite criado',
    mailed: (email) => `Um e-mail com o link está a caminho de ${email}. Você também pode enviar o link.`,
    notMailed: (email) => `Envie este link a ${email}. Ele não aparece de novo.`,
    link: 'Link do convite',
    expires: (time) => `Funciona uma vez, até ${time}.`,
    done: 'Pronto',
  },
  roleDialog: {
    title: (email) => `Perfil de ${email}`,
    submit: 'Mudar o perfil',
    changed: 'O perfil foi alterado.',
  },
  removeDialog: {
    title: 'Remover esta pessoa?',
    text: (email) =>
      `${email} sai de todos os dispositivos na hora e não consegue mais entrar. O que fez continua no histórico.`,
    submit: 'Remover',
    done: 'A pessoa foi removida.',
  },
  resetDialog: {
    title: 'Redefinir a verificação em duas etapas?',
    text: (email) =>
      `${email} poderá entrar só com a senha até ativar as duas etapas de novo. Confirme que é mesmo a pessoa quem pede.`,
    submit: 'Redefinir',
    done: 'A verificação em duas etapas foi redefinida.',
  },
  policy: {
    title: 'Acesso',
    label: 'Exigir verificação em duas etapas de todos',
    hint: 'Quem ainda não usa só consegue abrir a página da conta até ativar.',
    ownFirst: 'Ative primeiro na sua própria conta.',
    toAccount: 'Ir para a conta',
    onTitle: 'Exigir a verificação em duas etapas?',
    onText: (without) =>
      without === 0
        ? 'Todos já usam, então ninguém é interrompido.'
        : `${plural(without, { one: 'pessoa ainda não usa e precisa', other: 'pessoas ainda não usam e precisam' })} ativar antes de continuar.`,
    onSubmit: 'Exigir',
    offTitle: 'Deixar de exigir a verificação em duas etapas?',
    offText: 'Cada um poderá então desativar a sua.',
    offSubmit: 'Deixar de exigir',
  },
};
