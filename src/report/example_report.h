// SPDX-License-Identifier: Apache-2.0
// A report made by hand for the tests of the renderers: two causes found, one without enough data,
// one ruled out, doubts and issues of every severity. The numbers are invented.
#pragma once

#include "report/model.h"

namespace slowtell::report {

Report ExampleReport();
// Telemetry without a slow request: nothing found.
Report EmptyReport();

}  // namespace slowtell::report
