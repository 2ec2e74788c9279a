// SPDX-License-Identifier: Apache-2.0
// The answer in one sentence, as a colleague would say it.
#pragma once

#include <string>

#include "report/model.h"

namespace slowtell {

std::string Sentence(const Report& report);

}  // namespace slowtell
