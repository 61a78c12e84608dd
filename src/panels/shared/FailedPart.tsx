import { Component, type ReactNode } from "react";

interface Props {
  readonly what: "study" | "section";
  readonly children: ReactNode;
}

export class FailedPart extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="notice" role="alert">
        <p>This {this.props.what} could not be drawn. Its data and settings are kept.</p>
        <button type="button" onClick={() => this.setState({ failed: false })}>
          Draw it again
        </button>
      </div>
    );
  }
}
