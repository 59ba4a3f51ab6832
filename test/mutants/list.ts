/** Every mutant there is. To add one, add it to the table of its area. */
import { accessMutants } from './access.ts'
import { accountMutants } from './accounts.ts'
import { fileMutants } from './files.ts'
import type { Mutant } from './mutant.ts'
import { recordMutants } from './records.ts'
import { requestMutants } from './requests.ts'

export const mutants: readonly Mutant[] = [...accessMutants, ...accountMutants, ...fileMutants, ...recordMutants, ...requestMutants]
