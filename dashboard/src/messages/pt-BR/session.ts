import type { session as source } from '../en/session.ts';

export { said } from './said.ts';

export const session: typeof source = {
  signIn: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  forgotten: 'Esqueceu a senha? Um proprietário da sua empresa pode convidar você de novo.',
  code: 'Código do aplicativo autenticador',
  codeHint: 'Seis dígitos; mudam a cada 30 segundos.',
  codeTitle: 'Verificação em duas etapas',
  submitCode: 'Continuar',
  otherAccount: 'Usar outra conta',
  ended: 'Sua sessão terminou; entre de novo.',
  errors: {
    LOGIN_FAILED: 'E-mail ou senha incorretos.',
    TOTP_WRONG: 'Este código não confere. Use o mais recente.',
    RATE_LIMITED: 'Muitas tentativas. Aguarde alguns minutos e tente de novo.',
  },
  invitation: {
    title: (company) => `Entrar na equipe de ${company}`,
    text: (role) => `Seu perfil será: ${role}. Escolha uma senha para começar.`,
    expires: (time) => `Este convite vale até ${time}.`,
    password: 'Nova senha',
    passwordHint: 'Pelo menos 12 caracteres. Várias palavras são mais fáceis de lembrar do que símbolos.',
    submit: 'Aceitar e entrar',
    failed: 'Não funcionou',
    gone: 'Este convite não vale mais',
    goneText: 'Ele foi usado, cancelado ou expirou. Peça um novo a quem convidou você.',
    toLogin: 'Ir para o login',
  },
};
