// Runs at the beginning of every test file.
import { cleanUpAfterTests } from './cleanup.ts'

cleanUpAfterTests()
