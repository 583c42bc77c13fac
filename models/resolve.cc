#include "models/resolve.h"

#include <algorithm>

#include "models/resolver.h"

namespace stretto {

Resolver::Resolver(const ResolveInput& input, Program& program) : in_(input), program_(program) {
  const ExpandOptions& options = *in_.options;
  global_names_ = {"r", "tp", "call", "w", "dp", "all", "M", "N", "K"};
  code_.globals = {0,           options.tp.value, 0,          0, options.dp, options.num_sms,
                   in_.shape.m, in_.shape.n,      in_.shape.k};
  code_.file = in_.file;
  code_.communicator_names = {"all", "pair"};
  communicators_ = {{"all", 0}, {"pair", 1}};
  if (program_.streams.empty()) {
    program_.streams.push_back({"main", syntax::Priority::kNormal});
    program_.stream_arrays.push_back({.name = "main", .dims = {}, .is_ring = {}});
  }
  streams_["main"] = 0;
  for (const syntax::Declaration& declaration : in_.schedule->declarations) {
    is_ragged_ = is_ragged_ || declaration.kind == syntax::DeclarationKind::kRagged;
  }
}

void Resolver::error(Location at, std::string message) {
  errors_.push_back({in_.file, at, std::move(message)});
}

std::string Resolver::known(const std::vector<std::string>& names) const {
  if (names.empty()) return "none is declared";
  std::string text = "known: ";
  for (size_t i = 0; i < names.size(); ++i) text += (i ? ", " : "") + names[i];
  return text;
}

Code Resolver::run() {
  try {
    for (const syntax::Declaration& declaration : in_.schedule->declarations) declare(declaration);
    code_.body = block(in_.schedule->body);
    code_.top_frame_size = frame_size_;
  } catch (const EvaluationError& e) {
    error(e.at, e.message);
  }
  if (!errors_.empty()) {
    std::ranges::stable_sort(errors_, {}, [](const Diagnostic& d) { return d.at.line; });
    throw InputError(errors_);
  }
  for (const syntax::Contract& contract : in_.schedule->computes) {
    program_.contracts.push_back({contract.kind, contract.is_permuted, in_.run});
  }
  return std::move(code_);
}

std::vector<ParameterDomain> Resolver::domains() {
  for (const syntax::Declaration& declaration : in_.schedule->declarations) {
    if (declaration.kind == syntax::DeclarationKind::kParam) declare(declaration);
  }
  return domains_;
}

Code resolve(const ResolveInput& input, Program& program) { return Resolver(input, program).run(); }

std::vector<ParameterDomain> resolve_domains(const ResolveInput& input) {
  Program scratch;
  return Resolver(input, scratch).domains();
}

}  // namespace stretto
