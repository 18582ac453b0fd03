/**
 * {@code curtail demo}: runs the other commands one after the other and records finished steps
 * ({@link org.curtail.cli.demo.DemoSteps}).
 */
@NullMarked
package org.curtail.cli.demo;

import org.jspecify.annotations.NullMarked;
